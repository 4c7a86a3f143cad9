// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.util.List;
import java.util.Objects;
import org.plateaubench.http.address.WebAddress;

/**
 * A form of a page in its original state. Immutable; {@link #fill} begins what a user sends.
 *
 * @param id id, empty for none
 * @param name name, empty for none
 * @param action address that it is sent to
 * @param post whether it is sent by POST; otherwise by GET
 * @param multipart whether its encoding is {@code multipart/form-data}
 * @param fields controls with a name that are not disabled, in the order of the page
 */
public record Form(String id, String name, WebAddress action, boolean post, boolean multipart, List<Field> fields) {

    /** The kinds of controls, as far as they affect what is sent. */
    public enum Kind {
        /** Text of any kind, numbers, dates, text areas. */
        TEXT,
        /** Always sent unchanged. */
        HIDDEN,
        /** Sent only when checked. */
        CHECK,
        /** One of several with the same name is sent. */
        RADIO,
        /** An option of a list: one of several with the same name is sent. */
        OPTION,
        /** An option of a list of which several may be sent. */
        OPTION_OF_SEVERAL,
        /** A file. */
        FILE,
        /** A button that sends the form, and its value when it is pressed. */
        SUBMIT
    }

    /**
     * A control, or an option of a list.
     *
     * @param name name
     * @param kind kind
     * @param value original value
     * @param chosen whether it is sent if the user changes nothing
     */
    public record Field(String name, Kind kind, String value, boolean chosen) {}

    public Form {
        Objects.requireNonNull(action, "action");
        fields = List.copyOf(fields);
    }

    /** Whether the form has a field of this name. */
    public boolean has(String fieldName) {
        for (Field field : fields) {
            if (field.name().equals(fieldName)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The original value of the first field of a name, such as the token in a hidden field.
     *
     * @throws WrongContent when there is no such field
     */
    public String value(String fieldName) throws WrongContent {
        for (Field field : fields) {
            if (field.name().equals(fieldName)) {
                return field.value();
            }
        }
        throw missing(fieldName);
    }

    WrongContent missing(String fieldName) {
        return new WrongContent("the form " + action.target() + " has no field " + fieldName);
    }

    /**
     * The data that would be sent if the user changed nothing and pressed the first button; it can then be filled in.
     */
    public FormData fill() {
        return new FormData(this);
    }
}
