// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that each operation is drawn by weight, independently of the previous one. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface FlatMix {
    /** Names of the operations; an empty one for the only operation. */
    String[] operations() default {""};

    /** Relative weights, one for each operation. */
    double[] mix();

    /** Greatest difference of an operation from its required share, percentage points. */
    double deviation() default 2;
}
