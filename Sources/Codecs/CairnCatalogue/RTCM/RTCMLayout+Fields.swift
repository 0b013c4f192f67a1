extension RTCMLayout {
  /// The data fields that no message of `CairnRTCM` has: name, coding and bits, resolution. `u` is
  /// unsigned, `s` two's complement, `m` sign and magnitude, `c` a character, `t` a byte of UTF-8.
  ///
  /// Source: RTCM 10403.3, table 3.4-1; IGS State Space Representation format, version 1.00.
  static let fieldTable: StaticString = """
    DF005 u1
    DF006 u5
    DF007 u1
    DF008 u3
    DF010 u1
    DF011 u24 0.02
    DF012 s20 0.0005
    DF013 u7
    DF014 u8
    DF015 u8 0.25
    DF016 u2
    DF017 s14 0.02
    DF018 s20 0.0005
    DF019 u7
    DF020 u8 0.25
    DF035 u5
    DF036 u1
    DF037 u3
    DF039 u1
    DF041 u25 0.02
    DF042 s20 0.0005
    DF043 u7
    DF044 u7
    DF045 u8 0.25
    DF046 u2
    DF047 s14 0.02
    DF048 s20 0.0005
    DF049 u7
    DF050 u8 0.25
    DF053 u5
    DF054 u8
    DF055 u12
    DF056 u1
    DF057 u16 0.1
    DF058 u5
    DF059 u8
    DF060 u12
    DF061 u12
    DF062 s20 0.000025
    DF063 s21 0.000025
    DF064 s23
    DF065 u23 0.1
    DF066 u1
    DF067 u4
    DF068 u6
    DF069 s17 0.5
    DF070 s17 0.5
    DF072 u4
    DF074 u2
    DF075 u3
    DF143 u5
    DF144 c8
    DF145 u5
    DF146 c8
    DF147 u8
    DF148 u10
    DF149 u5
    DF150 u4
    DF151 u2
    DF152 s19 2
    DF153 s20 2
    DF154 u14 2
    DF155 u14 2
    DF156 s23 0.001
    DF157 s23 0.001
    DF158 s23 0.001
    DF159 s32 0.00002
    DF160 s32 0.00002
    DF161 s32 0.00002
    DF162 s25 0.00002
    DF163 s35 0.001
    DF164 s35 0.001
    DF165 s35 0.001
    DF166 u24 0.001
    DF167 u25 0.001
    DF168 u24 0.001
    DF169 u25 0.001
    DF170 u6
    DF171 s34 0.000000011
    DF172 s35 0.000000011
    DF173 u30 0.00001
    DF174 u36 0.001
    DF175 s35 0.001
    DF176 s34 0.000000011
    DF177 s35 0.000000011
    DF178 s34 0.000000011
    DF179 s34 0.000000011
    DF180 u36 0.001
    DF181 s35 0.001
    DF182 u1
    DF183 s34 0.000000011
    DF184 s35 0.000000011
    DF185 u35 0.000000011
    DF186 s26 0.000000011
    DF187 u30 0.00001
    DF188 u36 0.001
    DF189 s35 0.001
    DF190 u1
    DF191 u1
    DF192 s21 0.5
    DF193 s22 0.5
    DF194 u12 0.5
    DF195 u12 0.5
    DF196 s8 0.001
    DF197 s8 0.001
    DF198 s15 0.01
    DF199 s9 0.00003
    DF200 s9 0.00003
    DF201 s9 0.001
    DF202 s25 10
    DF203 u26 10
    DF204 u12 10
    DF205 u12 10
    DF206 s10 0.01
    DF207 s10 0.01
    DF208 s15 0.01
    DF209 s9 0.001
    DF210 s9 0.001
    DF211 s9 0.001
    DF212 u2
    DF213 u2
    DF214 u3
    DF215 u3
    DF216 u3
    DF217 u3
    DF218 u8 0.5
    DF219 u9 0.01
    DF220 u6 0.1
    DF221 u10 0.5
    DF222 u10 0.01
    DF223 u7
    DF224 u20
    DF225 u17
    DF226 u12
    DF233 u20 0.1
    DF234 u4
    DF235 u2
    DF236 u3
    DF237 s17 0.5
    DF238 s17 0.5
    DF239 u8
    DF240 u20
    DF241 u17
    DF242 s12 0.01
    DF243 s12 0.01
    DF244 s14 0.01
    DF245 s14 0.01
    DF365 s22 0.1
    DF366 s20 0.4
    DF367 s20 0.4
    DF368 s21 0.001
    DF369 s19 0.004
    DF370 s19 0.004
    DF375 u1
    DF376 s22 0.1
    DF377 s21 0.001
    DF378 s27 0.00002
    DF379 u5
    DF380 u5
    DF381 u5
    DF382 u5
    DF383 s14 0.01
    DF384 u5
    DF385 u20
    DF386 u17
    DF387 u6
    DF388 u1
    DF389 u6
    DF390 s22 0.1
    DF391 u4
    DF392 u8
    DF413 u4
    DF414 u16
    DF415 u4
    DF458 u20
    DF459 u10
    DF460 u20
    DF461 u5
    DF462 u20
    DF463 u6
    DF464 u5
    DF465 u20
    DF467 u5
    DF468 u9 16
    DF469 u24
    DF470 u10 8
    DF471 u8
    DF472 u2
    DF473 u8 10
    DF474 u4
    DF475 u4
    DF476 s16 0.005
    DF477 s16 0.005
    DF478 u9 0.05
    DF547 u16
    DF548 s23 0.001
    DF549 s23 0.001
    DF550 s23 0.001
    DF551 s32 0.00002
    DF552 s32 0.00002
    DF553 s32 0.00002
    DF554 s25 0.00001
    DF555 s17 0.00002
    DF556 s17 0.00002
    DF557 s17 0.00002
    DF558 s17 0.0000004
    DF559 s17 0.0000004
    DF560 s17 0.0000004
    DF561 s14 0.0000002
    DF562 u5
    DF563 t8
    DF564 u16 0.01
    DF565 u5
    DF566 t8
    DF567 u1
    DF568 u3
    DF569 u5
    DF570 t8
    DF571 u20
    DF572 u5
    DF573 u20
    DF574 u5
    DF575 u20
    DF576 u5
    IDF001 u3
    IDF002 u8
    IDF003 u20
    IDF004 u4
    IDF005 u1
    IDF006 u1
    IDF007 u4
    IDF008 u16
    IDF009 u4
    IDF010 u6
    IDF011 u6
    IDF012 u8
    IDF013 s22 0.1
    IDF014 s20 0.4
    IDF015 s20 0.4
    IDF016 s21 0.001
    IDF017 s19 0.004
    IDF018 s19 0.004
    IDF019 s22 0.1
    IDF020 s21 0.001
    IDF021 s27 0.00002
    IDF022 s22 0.1
    IDF023 u5
    IDF024 u5
    IDF025 s14 0.01
    IDF026 u9 2^-8
    IDF027 s8 2^-13
    IDF028 s20 0.0001
    IDF029 u1
    IDF030 u2
    IDF031 u4
    IDF032 u1
    IDF033 u1
    IDF034 u6
    IDF035 u2
    IDF036 u8 10
    IDF037 u4
    IDF038 u4
    IDF039 s16 0.005
    IDF040 s16 0.005
    IDF041 u9 0.05
    """
}
