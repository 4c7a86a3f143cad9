// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Operations in this order, repeated. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface FixedSequence {
    /** Names of the operations; an empty one for the only operation. */
    String[] value() default {""};

    /** Greatest difference of an operation from its required share, percentage points. */
    double deviation() default 2;
}
