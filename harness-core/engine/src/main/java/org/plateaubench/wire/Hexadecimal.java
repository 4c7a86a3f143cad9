// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A {@code long} of a record that documents hold as 16 hexadecimal digits, since it uses all 64 bits. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT})
public @interface Hexadecimal {}
