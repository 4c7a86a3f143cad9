// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a component of a parameters record. Components are of type {@code int}, {@code long}, {@code double},
 * {@code boolean}, {@code String}, an enum, {@link java.time.Duration}, or a {@code List} or {@code Map<String, ?>} of
 * these. In a run file an enum constant {@code HOT_SET} is written {@code hot-set} and a duration {@code 500ms}.
 *
 * <p>Keys that several parameters records share form a separate record, which is a component of each of them without
 * this annotation; in run files its keys are used like those of the outer record. It contains no other record.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Parameter {
    /** The purpose of the parameter, one sentence. */
    String description();

    /**
     * Default as it would be written in a run file, lists as {@code [a, b]} and maps as {@code {a: 1}}; the word {@code
     * required} if there is none.
     */
    String defaultValue();

    /** Unit for people, such as {@code %} or {@code rows}; empty for none. */
    String unit() default "";

    /** Least number allowed; milliseconds for a duration, each element for a list or map. */
    double min() default Double.NEGATIVE_INFINITY;

    /** Greatest number allowed; milliseconds for a duration, each element for a list or map. */
    double max() default Double.POSITIVE_INFINITY;

    /** Whether the value is a secret, such as a password, which is never written to a plan, a log or a result. */
    boolean secret() default false;

    /**
     * Whether the text of this parameter of a SUT service is the name of another SUT of the run file, empty for none.
     * The named SUT is started first and stopped last, and its address is passed in {@link
     * org.plateaubench.spi.SutContext#uses}.
     */
    boolean sut() default false;

    /**
     * The part of the host that the value reaches. Every text that names a program, a module, a home folder, a file of
     * the host or raw settings of a server must say so.
     */
    Reach reach() default Reach.FREE;

    /** The word that means "no default". */
    String REQUIRED = "required";
}
