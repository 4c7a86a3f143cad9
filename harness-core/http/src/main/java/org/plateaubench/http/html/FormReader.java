// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.html.Form.Field;
import org.plateaubench.http.html.Form.Kind;

/** Reads the controls of a form by the HTML standard, "constructing the entry list". */
final class FormReader {
    private FormReader() {}

    static Form form(Element element, List<Element> controls, WebAddress base) {
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
        boolean several = select.hasAttr("multiple");
        Elements options = select.select("option");
        Element shown = null;
        for (Element option : options) {
            boolean selected = option.hasAttr("selected");
            if (!several && (selected || (shown == null && !isDisabled(option)))) {
                shown = option;
            }
        }
        for (Element option : options) {
            if (isDisabled(option) || isInDisabledGroup(option)) {
                continue;
            }
            String value = option.hasAttr("value") ? option.attr("value") : option.text();
            boolean chosen = several ? option.hasAttr("selected") : option == shown;
            fields.add(new Field(name, several ? Kind.OPTION_OF_SEVERAL : Kind.OPTION, value, chosen));
        }
    }

    private static boolean isInDisabledGroup(Element option) {
        Element parent = option.parent();
        return parent != null && parent.normalName().equals("optgroup") && parent.hasAttr("disabled");
    }
}
