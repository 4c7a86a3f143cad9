// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.harness;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares a method that starts the load. Plateau itself starts the load and refuses a method with this annotation. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface StartRun {}
