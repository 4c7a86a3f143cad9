// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Gaps whose lengths are uniformly distributed between two bounds. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Uniform {
    /** The start of the gap. */
    CycleType cycleType() default CycleType.CYCLETIME;

    /** Least length, milliseconds. */
    int cycleMin() default 1000;

    /** Greatest length, milliseconds. */
    int cycleMax() default 1000;

    /** Greatest difference of the achieved mean from the targeted one, percent. */
    double cycleDeviation() default 2;
}
