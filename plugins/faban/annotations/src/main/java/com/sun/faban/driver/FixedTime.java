// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Gaps of one length. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface FixedTime {
    /** The start of the gap. */
    CycleType cycleType();

    /** Length of the gap, milliseconds. */
    int cycleTime();

    /** Greatest difference of the achieved mean from the targeted one, percent. */
    double cycleDeviation() default 2;
}
