// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;

/** Declares a driver: a class of which each emulated user has an instance. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface BenchmarkDriver {
    /** Name of the driver. */
    String name();

    /** Unit of the driver's figure, for people. */
    String metric() default "ops/sec";

    /** The counted thing, for people. */
    String opsUnit() default "operations";

    /** Emulated users per unit of scale. */
    float threadPerScale() default 1f;

    /** Percentiles that {@link BenchmarkOperation#percentileLimits()} bound, such as {@code "90"}, {@code "99%"}. */
    String[] percentiles() default {};

    /** Unit of the limits of its operations. */
    TimeUnit responseTimeUnit() default TimeUnit.SECONDS;
}
