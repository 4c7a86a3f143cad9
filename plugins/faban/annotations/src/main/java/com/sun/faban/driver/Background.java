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

    /** None for the gaps of the operations themselves, one for all, or one for each. */
    FixedTime[] timings() default {};

    InitialDelay initialDelay() default @InitialDelay(max = 0);
}
