// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

/** Writes the elements of a request and escapes all values. Not thread-safe. */
final class XmlText {
    private final StringBuilder text = new StringBuilder();

    /** Writes the element of a call, in the namespace of the vSphere API. */
    XmlText call(String method, Runnable content) {
        text.append('<').append(method).append(" xmlns=\"urn:vim25\">");
        content.run();
        return end(method);
    }

    XmlText element(String name, Runnable content) {
        text.append('<').append(name).append('>');
        content.run();
        return end(name);
    }

    /** Writes an element whose type is a subtype of the declared one. */
    XmlText element(String name, String type, Runnable content) {
        text.append('<').append(name).append(" xsi:type=\"").append(type).append("\">");
        content.run();
        return end(name);
    }

    XmlText value(String name, Object value) {
        text.append('<').append(name).append('>');
        escape(value.toString());
        return end(name);
    }

    XmlText reference(String name, ManagedObject object) {
        text.append('<').append(name).append(" type=\"");
        escape(object.type());
        text.append("\">");
        escape(object.id());
        return end(name);
    }

    private XmlText end(String name) {
        text.append("</").append(name).append('>');
        return this;
    }

    private void escape(String value) {
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            switch (next) {
                case '<' -> text.append("&lt;");
                case '>' -> text.append("&gt;");
                case '&' -> text.append("&amp;");
                case '"' -> text.append("&quot;");
                // XML 1.0 allows no other control characters.
                default -> text.append(next >= ' ' || next == '\t' || next == '\n' ? next : ' ');
            }
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
