// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vcenter;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.plateaubench.plugin.vsphere.vim.ManagedObject;

/**
 * An element of an answer, without namespaces. Elements that newer servers add are ignored. An answer must not contain
 * a document type or entities, and must have at most 64 levels and 500,000 elements.
 */
final class XmlElement {
    private static final int MOST_LEVELS = 64;
    private static final int MOST_ELEMENTS = 500_000;
    private static final String INSTANCE = "http://www.w3.org/2001/XMLSchema-instance";

    private final String name;
    private final String type;
    private final String instanceType;
    private final List<XmlElement> children = new ArrayList<>();
    private String text = "";

    private XmlElement(XMLStreamReader reader) {
        name = reader.getLocalName();
        type = typeAttribute(reader, "");
        instanceType = typeAttribute(reader, INSTANCE);
    }

    /**
     * Returns the attribute {@code type} of the given namespace; a reference with a subtype has such an attribute in
     * two namespaces.
     */
    private static String typeAttribute(XMLStreamReader reader, String namespace) {
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String found = reader.getAttributeNamespace(i);
            if (reader.getAttributeLocalName(i).equals("type") && namespace.equals(found == null ? "" : found)) {
                return reader.getAttributeValue(i);
            }
        }
        return "";
    }

    static XmlElement read(InputStream document) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(document);
            try {
                return read(reader);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new IOException("The answer is not XML that can be read: " + firstLine(e), e);
        }
    }

    private static String firstLine(XMLStreamException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static XmlElement read(XMLStreamReader reader) throws XMLStreamException, IOException {
        Deque<XmlElement> open = new ArrayDeque<>();
        int elements = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    elements++;
                    if (elements > MOST_ELEMENTS || open.size() >= MOST_LEVELS) {
                        throw new IOException("The answer has more than " + MOST_ELEMENTS + " elements or "
                                + MOST_LEVELS + " levels.");
                    }
                    XmlElement begun = new XmlElement(reader);
                    if (!open.isEmpty()) {
                        open.getLast().children.add(begun);
                    }
                    open.add(begun);
                }
                case XMLStreamConstants.CHARACTERS -> {
                    if (!open.isEmpty() && open.getLast().children.isEmpty()) {
                        open.getLast().text = reader.getText();
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    XmlElement ended = open.removeLast();
                    if (open.isEmpty()) {
                        return ended;
                    }
                }
                default -> {
                    // Comments and processing instructions are ignored.
                }
            }
        }
        throw new IOException("The answer has no element.");
    }

    String name() {
        return name;
    }

    String text() {
        return text.strip();
    }

    /** Returns the type of the value in the vSphere API, without its namespace, such as {@code TaskInfo}. */
    String instanceType() {
        return instanceType.substring(instanceType.indexOf(':') + 1);
    }

    List<XmlElement> children() {
        return children;
    }

    List<XmlElement> children(String wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).toList();
    }

    Optional<XmlElement> child(String wanted) {
        return children.stream().filter(child -> child.name.equals(wanted)).findFirst();
    }

    /** Returns a child element that every version of the API has. */
    XmlElement required(String wanted) throws IOException {
        return child(wanted)
                .orElseThrow(() -> new IOException("The answer has no '" + wanted + "' in '" + name + "'."));
    }

    /** Returns the text of the element at a path of names; empty if there is none. */
    String text(String... path) {
        XmlElement at = this;
        for (String step : path) {
            Optional<XmlElement> next = at.child(step);
            if (next.isEmpty()) {
                return "";
            }
            at = next.get();
        }
        return at.text();
    }

    /** Returns the object to which this element refers. */
    ManagedObject reference() {
        return new ManagedObject(type, text());
    }
}
