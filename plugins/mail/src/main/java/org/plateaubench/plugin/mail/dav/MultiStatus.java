// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;

/** Parses the answer {@code multistatus} (RFC 4918, 14.16) in one pass. */
final class MultiStatus {
    private static final XMLInputFactory FACTORY = hardened();
    private static final int MAX_DEPTH = 32;

    /**
     * One response of an answer.
     *
     * @param path path, decoded, without scheme and host; empty without one
     * @param data data of a calendar or address book object; empty without any
     */
    record Entry(String path, String etag, String data, boolean collection) {}

    private final XMLStreamReader reader;
    private final List<Entry> entries = new ArrayList<>();
    private String path = "";
    private String etag = "";
    private String data = "";
    private boolean collection;
    private boolean inProperty;

    private MultiStatus(XMLStreamReader reader) {
        this.reader = reader;
    }

    private static XMLInputFactory hardened() {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        factory.setXMLResolver((publicId, systemId, baseUri, namespace) -> {
            throw new XMLStreamException("an answer refers to an external entity: " + systemId);
        });
        return factory;
    }

    /** Parses an answer to its end. */
    static List<Entry> read(InputStream body) throws MailFailure {
        try {
            XMLStreamReader reader = FACTORY.createXMLStreamReader(body);
            try {
                MultiStatus answer = new MultiStatus(reader);
                answer.read();
                return answer.entries;
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new MailFailure(MailError.PROTOCOL, "the answer is not XML of WebDAV: " + e.getMessage(), false, e);
        }
    }

    private void read() throws XMLStreamException {
        int depth = 0;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                depth++;
                String name = reader.getLocalName();
                if (depth == 1 && !name.equals("multistatus")) {
                    throw new XMLStreamException("it begins with " + name);
                }
                if (depth > MAX_DEPTH) {
                    throw new XMLStreamException("it is nested too deeply");
                }
                if (begin(name)) {
                    // The text was read up to the end of the element.
                    depth--;
                }
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                end(reader.getLocalName());
            }
        }
    }

    /** Returns whether the element was read up to its end. */
    private boolean begin(String name) throws XMLStreamException {
        switch (name) {
            case "response" -> clear();
            case "prop" -> inProperty = true;
            case "collection" -> collection = true;
            case "href" -> {
                String href = decoded(reader.getElementText().strip());
                path = !inProperty && path.isEmpty() ? href : path;
                return true;
            }
            case "getetag" -> {
                etag = reader.getElementText().strip();
                return true;
            }
            case "calendar-data", "address-data" -> {
                data = reader.getElementText();
                return true;
            }
            default -> {
                // The element was not requested.
            }
        }
        return false;
    }

    /** Returns the path of an href, decoded, without scheme and host. */
    private static String decoded(String href) {
        try {
            String path = new URI(href).getPath();
            if (path == null || path.isEmpty()) {
                return href.contains("://") ? "/" : href;
            }
            return path;
        } catch (URISyntaxException e) {
            return href;
        }
    }

    private void clear() {
        path = "";
        etag = "";
        data = "";
        collection = false;
        inProperty = false;
    }

    private void end(String name) {
        if (name.equals("prop")) {
            inProperty = false;
        } else if (name.equals("response")) {
            entries.add(new Entry(path, etag, data, collection));
        }
    }
}
