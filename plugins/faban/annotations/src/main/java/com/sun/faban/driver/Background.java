// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares operations that each user repeats in turn between those of its mix. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Background {
    String[] operations();

    /** The gaps: one for all operations or one for each; empty for the gaps that the operations declare. */
    FixedTime[] timings() default {};

    InitialDelay initialDelay() default @InitialDelay(max = 0);
}
