// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares a benchmark: its name, its version and its drivers. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface BenchmarkDefinition {
    /** Name of the benchmark. */
    String name();

    /** Version of the benchmark. */
    String version();

    /** Classes of the drivers; {@code Object} if this class is the only driver. */
    Class<?>[] drivers() default {Object.class};

    /** The measure by which a run ends; only {@link RunControl#TIME} runs on Plateau. */
    RunControl runControl() default RunControl.TIME;

    /** Displayed unit of the headline figure. */
    String metric() default "ops/sec";

    /** Displayed name of the scaled quantity. */
    String scaleName() default "Scale";

    /** Displayed unit of the scale. */
    String scaleUnit() default "";

    /** Longest run in hours; only for {@link RunControl#CYCLES}. */
    int maxRunTime() default -1;

    /** Whether the run file may replace mix and cycles; on Plateau every run file may. */
    boolean configPrecedence() default false;
}
