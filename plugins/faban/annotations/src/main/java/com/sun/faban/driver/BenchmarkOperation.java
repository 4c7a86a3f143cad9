// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares an operation: a public method without parameters. If it throws an exception, the operation is an error. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface BenchmarkOperation {
    String name() default "";

    double max90th() default -1;

    double[] percentileLimits() default {};

    Timing timing() default Timing.AUTO;

    boolean countToMetric() default true;
}
