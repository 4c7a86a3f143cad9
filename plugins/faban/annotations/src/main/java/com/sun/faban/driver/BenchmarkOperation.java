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
    /** Name of the operation; empty for that of its method. */
    String name() default "";

    /** Greatest 90th percentile, in the unit of the driver; 0 or less for no limit. */
    double max90th() default -1;

    /** Greatest values of the percentiles that the driver names, one for each; 0 for no limit. */
    double[] percentileLimits() default {};

    /** The clock of its timed section. */
    Timing timing() default Timing.AUTO;

    /** Whether it counts in the headline figure. */
    boolean countToMetric() default true;
}
