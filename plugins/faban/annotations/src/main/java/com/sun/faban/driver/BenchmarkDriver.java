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
    String name() default "";

    String metric() default "ops/sec";

    String opsUnit() default "operations";

    float threadPerScale() default 1f;

    String[] percentiles() default {};

    TimeUnit responseTimeUnit() default TimeUnit.SECONDS;
}
