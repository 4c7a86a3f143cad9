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
    CycleType cycleType() default CycleType.CYCLETIME;

    int cycleMin() default 1000;

    int cycleMax() default 1000;

    double cycleDeviation() default 2;
}
