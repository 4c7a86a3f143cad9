// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares operations outside of the mix. Plateau refuses a driver with this annotation. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Background {
    /** Names of the operations. */
    String[] operations();

    /** Cycles of the operations. */
    FixedTime[] timings();
}
