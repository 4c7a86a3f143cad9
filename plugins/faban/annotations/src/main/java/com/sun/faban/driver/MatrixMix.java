// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that the next operation is drawn by the row of the previous one. The first operation is the initial state.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface MatrixMix {
    /** Names of the operations; an empty one for the only operation. */
    String[] operations() default {""};

    /** Rows of relative weights, one for each operation. */
    Row[] mix();

    /** Greatest difference of an operation from its required share, percentage points. */
    double deviation() default 2;
}
