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
    CycleType cycleType() default CycleType.CYCLETIME;

    int cycleMin() default 0;

    int cycleMean() default 1000;

    int cycleMax() default -1;

    boolean truncateAtMin() default true;

    double cycleDeviation() default 2;
}
