// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a component of a parameters record. Components are of type {@code int}, {@code long}, {@code double},
 * {@code boolean}, {@code String}, an enum, {@link java.time.Duration}, or a {@code List} or {@code Map<String, ?>} of
 * these. A component of type {@code Map<String, Object>} takes any mapping, also from a YAML file that the run file
 * names, with sorted keys and values of type {@code Map}, {@code List}, {@code String}, {@code Long}, {@code Double},
 * {@code Boolean} and null. In a run file an enum constant {@code HOT_SET} is written {@code hot-set}.
 *
 * <p>Keys that are common to several parameters records form a separate record, which is a component without this
 * annotation in each of them. In run files, its keys are written like those of the outer record. Such a record must not
 * contain another record.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Parameter {
    /** The purpose of the parameter, one sentence. */
    String description();

    /**
     * The default, as it is written in a run file; a list as {@code [a, b]}, a map as {@code {a: 1}}. The word {@code
     * required} means that there is no default.
     */
    String defaultValue();

    /** Displayed unit, such as {@code %} or {@code rows}; empty for none. */
    String unit() default "";

    /** Minimum allowed number; for a duration, in milliseconds. For a list or map, it applies to each element. */
    double min() default Double.NEGATIVE_INFINITY;

    /** Maximum allowed number; for a duration, in milliseconds. For a list or map, it applies to each element. */
    double max() default Double.POSITIVE_INFINITY;

    /** Whether the value is a secret, such as a password, which is never written to a plan, a log or a result. */
    boolean secret() default false;

    /**
     * Whether this parameter of a SUT service names another SUT of the run file; an empty text names none. That SUT
     * is started first and stopped last, and its address is in {@link org.plateaubench.spi.SutContext#uses}.
     */
    boolean sut() default false;

    /** The part of the host that the value gives access to. Must be set on every text that gives any. */
    Reach reach() default Reach.FREE;

    /** The word that means "no default". */
    String REQUIRED = "required";
}
