// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.util.Optional;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** The location of a number in a JVM; the part of a composite attribute is empty for a plain one. */
record AttributePlace(ObjectName object, String attribute, String part) {
    /** Parses a location; empty if the text is not a location. */
    static Optional<AttributePlace> of(String text) {
        int slash = text.lastIndexOf('/');
        if (slash <= 0) {
            return Optional.empty();
        }
        String[] attribute = text.substring(slash + 1).split("\\.", 2);
        try {
            ObjectName object = new ObjectName(text.substring(0, slash));
            return object.isPattern() || attribute[0].isBlank()
                    ? Optional.empty()
                    : Optional.of(new AttributePlace(object, attribute[0], attribute.length > 1 ? attribute[1] : ""));
        } catch (MalformedObjectNameException e) {
            return Optional.empty();
        }
    }
}
