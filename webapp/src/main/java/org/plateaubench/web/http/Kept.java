// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How the audit log keeps a component of a body that it must not keep as it is. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Kept {
    /** The way. */
    As value();

    /** Ways to keep a component. */
    enum As {
        /** That it was given, and nothing of it. */
        SECRET,
        /** Length and digest of a text that is kept elsewhere. */
        DIGEST,
        /**
         * Names and values when the request was done, names alone when it was refused: a secret that is written out in
         * one is what a request is refused for.
         */
        SETTINGS,
        /** Names alone: which values are secrets is not known here; see {@link Journal#asked}. */
        NAMES
    }
}
