// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that the method is called once, on the instance of the first user, before any user starts. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface OnceBefore {}
