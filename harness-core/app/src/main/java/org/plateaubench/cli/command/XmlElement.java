// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An element of an XML file with its position. Names are without prefixes.
 *
 * @param ownText text directly in it, trimmed
 * @param line line of its start, from 1
 * @param column column behind its start tag, from 1
 */
record XmlElement(
        String name, Map<String, String> attributes, List<XmlElement> children, String ownText, int line, int column) {
    /** The outermost element of a file. Document types and external entities are not read. */
    static XmlElement read(Path file) throws IOException, XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try (InputStream in = Files.newInputStream(file)) {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            int event = reader.next();
            while (event != XMLStreamConstants.START_ELEMENT) {
                // Comments before the outermost element.
                event = reader.next();
            }
            XmlElement root = element(reader);
            while (reader.hasNext()) {
                // The rest of the file must be well-formed too.
                reader.next();
            }
            return root;
        }
    }

    private static XmlElement element(XMLStreamReader reader) throws XMLStreamException {
        String name = reader.getLocalName();
        int line = reader.getLocation().getLineNumber();
        int column = reader.getLocation().getColumnNumber();
        Map<String, String> attributes = new HashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        List<XmlElement> children = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int event = reader.next(); event != XMLStreamConstants.END_ELEMENT; event = reader.next()) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                children.add(element(reader));
            } else if (event == XMLStreamConstants.CHARACTERS) {
                text.append(reader.getText());
            }
        }
        return new XmlElement(name, attributes, children, text.toString().strip(), line, column);
    }

    Optional<XmlElement> child(String wanted) {
        return children(wanted).findFirst();
    }

    Stream<XmlElement> children(String wanted) {
        return children.stream().filter(one -> one.name.equals(wanted));
    }

    String text() {
        StringBuilder all = new StringBuilder(ownText);
        children.forEach(one -> all.append(' ').append(one.text()));
        return all.toString().strip().replaceAll("\\s+", " ");
    }
}
