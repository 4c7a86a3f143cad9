// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** States how the audit log stores a component of a body that it must not store as it is. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface AuditedAs {
    /** How the component is stored. */
    Form value();

    /** Forms of storing a component. */
    enum Form {
        /** Only the fact that the component was given. */
        SECRET,
        /** Length and digest of a text that is stored elsewhere. */
        DIGEST,
        /**
         * Names and values when the request was done, only names when it was refused: a value that contains a secret is
         * a reason to refuse it.
         */
        SETTINGS,
        /** Only names, since it is not known here which values are secret; see {@link Journal#asked}. */
        NAMES
    }
}
