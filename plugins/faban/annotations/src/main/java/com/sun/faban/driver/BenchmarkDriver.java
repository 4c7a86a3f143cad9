// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.concurrent.TimeUnit;

/** Declares a driver. Each emulated user has an instance of the class. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface BenchmarkDriver {
    /** Name of the driver; empty for that of its class. */
    String name() default "";

    /** Displayed unit of the driver's figure. */
    String metric() default "ops/sec";

    /** Displayed name of the counted things. */
    String opsUnit() default "operations";

    /** Emulated users per unit of scale. */
    float threadPerScale() default 1f;

    /**
     * Percentiles for which {@link BenchmarkOperation#percentileLimits()} gives limits, such as {@code "90"}, {@code
     * "99%"}.
     */
    String[] percentiles() default {};

    /** Unit of the limits of its operations. */
    TimeUnit responseTimeUnit() default TimeUnit.SECONDS;
}
