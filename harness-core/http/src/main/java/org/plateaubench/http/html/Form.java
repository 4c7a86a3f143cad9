// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.plateaubench.http.address.WebAddress;

/**
 * A form of a page in its original state. Immutable; {@link #fill} begins to fill it in.
 *
 * @param id id, empty for none
 * @param name name, empty for none
 * @param action address to which it is sent
 * @param post whether the form is sent by POST and not by GET
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
        /** A radio button: one of several with the same name is sent. */
        RADIO,
        /** An option of a list that sends one option. */
        OPTION,
        /** An option of a list that may send several options. */
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
     * @param chosen whether the field is sent if the user changes nothing
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

    /** Reads a form by the HTML standard, "constructing the entry list". */
    static Form of(Element element, List<Element> controls, WebAddress base) {
        WebAddress action = base.resolve(element.attr("action"));
        List<Field> fields = new ArrayList<>();
        for (Element control : controls) {
            String name = control.attr("name");
            if (!name.isEmpty() && !isDisabled(control)) {
                add(fields, control, name);
            }
        }
        return new Form(
                element.id(),
                element.attr("name"),
                action == null ? base : action,
                element.attr("method").equalsIgnoreCase("post"),
                element.attr("enctype").equalsIgnoreCase("multipart/form-data"),
                fields);
    }

    private static boolean isDisabled(Element control) {
        if (control.hasAttr("disabled")) {
            return true;
        }
        for (Element parent = control.parent(); parent != null; parent = parent.parent()) {
            String name = parent.normalName();
            if (name.equals("datalist") || name.equals("template") || name.equals("noscript")) {
                return true;
            }
            if (name.equals("fieldset") && parent.hasAttr("disabled")) {
                return true;
            }
        }
        return false;
    }

    private static void add(List<Field> fields, Element control, String name) {
        switch (control.normalName()) {
            case "input" -> input(fields, control, name);
            case "textarea" -> fields.add(new Field(name, Kind.TEXT, textOf(control), true));
            case "select" -> options(fields, control, name);
            case "button" -> {
                String type = control.attr("type").toLowerCase(Locale.ROOT);
                if (!type.equals("button") && !type.equals("reset")) {
                    fields.add(new Field(name, Kind.SUBMIT, control.attr("value"), false));
                }
            }
            default -> {}
        }
    }

    /**
     * The text of a text area without a line end directly after the tag, which the parser keeps but which is not part
     * of the text.
     */
    private static String textOf(Element textArea) {
        String text = textArea.wholeText();
        return text.startsWith("\n") ? text.substring(1) : text;
    }

    private static void input(List<Field> fields, Element control, String name) {
        String value = control.attr("value");
        boolean checked = control.hasAttr("checked");
        String valueOrOn = control.hasAttr("value") ? value : "on";
        switch (control.attr("type").toLowerCase(Locale.ROOT)) {
            case "checkbox" -> fields.add(new Field(name, Kind.CHECK, valueOrOn, checked));
            case "radio" -> fields.add(new Field(name, Kind.RADIO, valueOrOn, checked));
            case "file" -> fields.add(new Field(name, Kind.FILE, "", true));
            case "hidden" -> fields.add(new Field(name, Kind.HIDDEN, value, true));
            case "submit" -> fields.add(new Field(name, Kind.SUBMIT, value, false));
            case "image", "button", "reset" -> {}
            default -> fields.add(new Field(name, Kind.TEXT, value, true));
        }
    }

    /** Adds the options of a list. A list with a single choice and no selection shows and sends its first option. */
    @SuppressWarnings("ReferenceEquality") // Two options of a list may be equal.
    private static void options(List<Field> fields, Element select, String name) {
        boolean isMultiple = select.hasAttr("multiple");
        Elements options = select.select("option");
        Element shown = null;
        for (Element option : options) {
            boolean selected = option.hasAttr("selected");
            if (!isMultiple && (selected || (shown == null && !isDisabled(option)))) {
                shown = option;
            }
        }
        for (Element option : options) {
            if (isDisabled(option) || isInDisabledGroup(option)) {
                continue;
            }
            String value = option.hasAttr("value") ? option.attr("value") : option.text();
            boolean chosen = isMultiple ? option.hasAttr("selected") : option == shown;
            fields.add(new Field(name, isMultiple ? Kind.OPTION_OF_SEVERAL : Kind.OPTION, value, chosen));
        }
    }

    private static boolean isInDisabledGroup(Element option) {
        Element parent = option.parent();
        return parent != null && parent.normalName().equals("optgroup") && parent.hasAttr("disabled");
    }
}
