// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A row of a {@link MatrixMix}. */
@Target({})
@Retention(RetentionPolicy.RUNTIME)
public @interface Row {
    double[] value();
}
