// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/** Writes answers. */
final class AnswerXml {
    private static final XMLOutputFactory FACTORY = XMLOutputFactory.newDefaultFactory();
    private static final int SIZE_BYTES = 4096;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(SIZE_BYTES);
    private final XMLStreamWriter writer;

    private AnswerXml(QName root) throws XMLStreamException {
        writer = FACTORY.createXMLStreamWriter(bytes, "UTF-8");
        writer.writeStartDocument("UTF-8", "1.0");
        start(root);
        for (String prefix : new String[] {"D", "C", "A", "S"}) {
            writer.writeNamespace(prefix, DavNames.namespace(prefix));
        }
    }

    /** An answer with several responses. */
    static AnswerXml multiStatus() {
        try {
            return new AnswerXml(DavNames.dav("multistatus"));
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    /** An answer that says which condition was not met, as {@code C:no-uid-conflict}. */
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
            case DavNames.SERVER -> "S";
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

    /** A response for something that is there, with those of its properties that were asked for. */
    void found(String href, List<QName> asked, Map<QName, Value> properties) {
        try {
            start(DavNames.dav("response"));
            text(DavNames.dav("href"), href);
            List<QName> missing = new ArrayList<>();
            List<QName> there = new ArrayList<>();
            for (QName name : asked) {
                (properties.containsKey(name) ? there : missing).add(name);
            }
            if (!there.isEmpty() || missing.isEmpty()) {
                start(DavNames.dav("propstat"));
                start(DavNames.dav("prop"));
                for (QName name : there) {
                    write(name, properties.get(name));
                }
                writer.writeEndElement();
                text(DavNames.dav("status"), "HTTP/1.1 200 OK");
                writer.writeEndElement();
            }
            if (!missing.isEmpty()) {
                start(DavNames.dav("propstat"));
                start(DavNames.dav("prop"));
                for (QName name : missing) {
                    empty(name);
                }
                writer.writeEndElement();
                text(DavNames.dav("status"), "HTTP/1.1 404 Not Found");
                writer.writeEndElement();
            }
            writer.writeEndElement();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    private void write(QName name, @Nullable Value value) throws XMLStreamException {
        start(name);
        switch (value) {
            case Value.Text text -> writer.writeCharacters(text.text());
            case Value.Link link -> text(DavNames.dav("href"), link.href());
            case Value.Names names -> {
                for (QName inner : names.names()) {
                    empty(inner);
                }
            }
            case null -> {
                // It was looked up before.
            }
        }
        writer.writeEndElement();
    }

    /** A response for something that is not there. */
    void missing(String href) {
        try {
            start(DavNames.dav("response"));
            text(DavNames.dav("href"), href);
            text(DavNames.dav("status"), "HTTP/1.1 404 Not Found");
            writer.writeEndElement();
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    /** The token with which what changes from now on can be asked for. */
    void syncToken(String token) {
        try {
            text(DavNames.dav("sync-token"), token);
        } catch (XMLStreamException e) {
            throw impossible(e);
        }
    }

    /** The whole. */
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

    /** What a property holds. */
    sealed interface Value {
        /** Text. */
        record Text(String text) implements Value {}

        /** An href. */
        record Link(String href) implements Value {}

        /** Empty elements. */
        record Names(List<QName> names) implements Value {}
    }
}
