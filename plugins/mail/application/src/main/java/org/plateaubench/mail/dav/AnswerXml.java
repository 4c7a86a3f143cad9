// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.io.ByteArrayOutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Writes answers in XML. */
final class AnswerXml {
    private static final XMLOutputFactory FACTORY = XMLOutputFactory.newDefaultFactory();
    private static final int SIZE_BYTES = 4096;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(SIZE_BYTES);
    private final XMLStreamWriter writer;

    private AnswerXml(QName root) throws XMLStreamException {
        writer = FACTORY.createXMLStreamWriter(bytes, "UTF-8");
        writer.writeStartDocument("UTF-8", "1.0");
        start(root);
        for (String prefix : new String[] {"D", "C", "A"}) {
            writer.writeNamespace(prefix, DavNames.namespace(prefix));
        }
    }

    /** Begins an answer with several responses. */
    static AnswerXml multiStatus() {
        try {
            return new AnswerXml(DavNames.dav("multistatus"));
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    /** Returns an answer with the condition that was not met, such as {@code C:no-uid-conflict}. */
    static byte[] error(String condition) {
        try {
            AnswerXml xml = new AnswerXml(DavNames.dav("error"));
            int colon = condition.indexOf(':');
            xml.empty(new QName(
                    DavNames.namespace(condition.substring(0, colon)),
                    condition.substring(colon + 1),
                    condition.substring(0, colon)));
            return xml.end();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    private static IllegalStateException impossible(XMLStreamException e) {
        return new IllegalStateException("what is written to memory cannot fail", e);
    }

    private void start(QName name) throws XMLStreamException {
        String prefix = prefix(name.getNamespaceURI());
        if (prefix.isEmpty()) {
            writer.writeStartElement("", name.getLocalPart(), name.getNamespaceURI());
            writer.writeDefaultNamespace(name.getNamespaceURI());
        } else {
            writer.writeStartElement(prefix, name.getLocalPart(), name.getNamespaceURI());
        }
    }

    private static String prefix(String namespace) {
        return switch (namespace) {
            case DavNames.DAV -> "D";
            case DavNames.CALDAV -> "C";
            case DavNames.CARDDAV -> "A";
            default -> "";
        };
    }

    private void empty(QName name) throws XMLStreamException {
        start(name);
        writer.writeEndElement();
    }

    private void text(QName name, String text) throws XMLStreamException {
        start(name);
        writer.writeCharacters(text);
        writer.writeEndElement();
    }

    /**
     * Adds a response for an existing resource, with the requested properties.
     *
     * @param property returns the value of a name; null without one
     */
    void found(String href, List<QName> asked, Function<QName, @Nullable Value> property) {
        Map<QName, Value> there = new LinkedHashMap<>();
        Map<QName, Value> missing = new LinkedHashMap<>();
        for (QName name : asked) {
            Value value = property.apply(name);
            if (value == null) {
                missing.put(name, new Value.Names(List.of()));
            } else {
                there.put(name, value);
            }
        }
        try {
            start(DavNames.dav("response"));
            text(DavNames.dav("href"), href);
            if (!there.isEmpty() || missing.isEmpty()) {
                propstat(there, "HTTP/1.1 200 OK");
            }
            if (!missing.isEmpty()) {
                propstat(missing, "HTTP/1.1 404 Not Found");
            }
            writer.writeEndElement();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    private void propstat(Map<QName, Value> properties, String status) throws XMLStreamException {
        start(DavNames.dav("propstat"));
        start(DavNames.dav("prop"));
        for (Map.Entry<QName, Value> one : properties.entrySet()) {
            write(one.getKey(), one.getValue());
        }
        writer.writeEndElement();
        text(DavNames.dav("status"), status);
        writer.writeEndElement();
    }

    private void write(QName name, Value value) throws XMLStreamException {
        start(name);
        switch (value) {
            case Value.Text text -> writer.writeCharacters(text.text());
            case Value.Names names -> {
                for (QName inner : names.names()) {
                    empty(inner);
                }
            }
        }
        writer.writeEndElement();
    }

    /** Ends the document and returns it. */
    byte[] end() {
        try {
            writer.writeEndElement();
            writer.writeEndDocument();
            writer.close();
            return bytes.toByteArray();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    /** The value of a property. */
    sealed interface Value {
        /** A text. */
        record Text(String text) implements Value {}

        /** Empty elements. */
        record Names(List<QName> names) implements Value {}
    }
}
