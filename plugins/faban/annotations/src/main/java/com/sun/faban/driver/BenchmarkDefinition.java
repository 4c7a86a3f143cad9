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
    String name();

    String version();

    Class<?>[] drivers() default {Object.class};
    /** What limits the length of a run; Plateau supports only {@link RunControl#TIME}. */
    RunControl runControl() default RunControl.TIME;

    String metric() default "ops/sec";

    String scaleName() default "Scale";

    String scaleUnit() default "";

    int maxRunTime() default -1;
    /** Whether the run file may replace mix and cycles; on Plateau every run file may. */
    boolean configPrecedence() default false;
}
