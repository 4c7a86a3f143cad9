// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.util.List;
import org.plateaubench.http.address.WebAddress;

/**
 * A form of a page in its original state. Immutable; {@link #fill} begins to fill it in.
 *
 * @param id id, empty for none
 * @param name name, empty for none
 * @param action address to which it is sent
 * @param post whether it is sent by POST and not by GET
 * @param multipart whether its encoding is {@code multipart/form-data}
 * @param fields controls that have a name and are not disabled, in the order of the page
 */
public record Form(String id, String name, WebAddress action, boolean post, boolean multipart, List<Field> fields) {

    /** The kinds of controls, distinguished by their effect on the sent data. */
    public enum Kind {
        /** A text of any kind, including numbers, dates and text areas. */
        TEXT,
        /** A hidden field, which is always sent unchanged. */
        HIDDEN,
        /** A check box, which is sent only if it is checked. */
        CHECK,
        /** A radio button, of which one of several with the same name is sent. */
        RADIO,
        /** An option of a list, of which one is sent. */
        OPTION,
        /** An option of a list of which several may be sent. */
        OPTION_OF_SEVERAL,
        /** A file. */
        FILE,
        /** A button that sends the form; its value is sent if it is pressed. */
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
        fields = List.copyOf(fields);
    }

    /** Whether the form has a field with this name. */
    public boolean has(String fieldName) {
        return fields.stream().anyMatch(field -> field.name().equals(fieldName));
    }

    /**
     * The original value of the first field with this name, such as the token in a hidden field.
     *
     * @throws WrongContent if there is no such field
     */
    public String value(String fieldName) throws WrongContent {
        return fields.stream()
                .filter(field -> field.name().equals(fieldName))
                .findFirst()
                .orElseThrow(() -> missing(fieldName))
                .value();
    }

    WrongContent missing(String fieldName) {
        return new WrongContent("the form " + action.target() + " has no field " + fieldName);
    }

    /**
     * Returns the data that is sent if the user changes nothing and presses the first button. The caller can change it.
     */
    public FormData fill() {
        return new FormData(this);
    }
}
