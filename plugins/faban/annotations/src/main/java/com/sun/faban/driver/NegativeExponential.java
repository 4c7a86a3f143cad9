// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Gaps whose lengths follow a negative exponential distribution. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface NegativeExponential {
    /** The start of the gap. */
    CycleType cycleType() default CycleType.CYCLETIME;

    /** Smallest length, milliseconds. */
    int cycleMin() default 0;

    /** Mean length, including a shift, before the bounds are applied, milliseconds. */
    int cycleMean() default 1000;

    /** Greatest length, milliseconds; -1 for five times the mean. A longer draw is replaced by it. */
    int cycleMax() default -1;

    /** Whether a draw below the smallest length is replaced by that length; otherwise all draws are shifted by it. */
    boolean truncateAtMin() default true;

    /** Greatest difference of the achieved mean from the targeted one, percent. */
    double cycleDeviation() default 2;
}
