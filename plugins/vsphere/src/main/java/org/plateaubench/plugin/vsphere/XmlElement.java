// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** An element of an answer, without namespaces. Elements that newer servers add are ignored. */
record XmlElement(Element element) {
    static XmlElement read(byte[] answer) throws IOException {
        return new XmlElement(
                document(new InputSource(new ByteArrayInputStream(answer))).getDocumentElement());
    }

    /** Reads a document without a document type. The levels of its elements are bounded by the JDK. */
    static Document document(InputSource source) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            // Throws errors, and does not print them.
            builder.setErrorHandler(new DefaultHandler());
            return builder.parse(source);
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException("The answer is not XML that can be read: " + e.getMessage(), e);
        }
    }

    String name() {
        return element.getLocalName();
    }

    String text() {
        return element.getTextContent().strip();
    }

    /** Returns the type of the value in the vSphere API, without its namespace, such as {@code TaskInfo}. */
    String instanceType() {
        String type = element.getAttributeNS(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "type");
        return type.substring(type.indexOf(':') + 1);
    }

    List<XmlElement> children() {
        NodeList nodes = element.getChildNodes();
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(node -> new XmlElement((Element) node))
                .toList();
    }

    List<XmlElement> children(String childName) {
        return children().stream()
                .filter(child -> child.name().equals(childName))
                .toList();
    }

    Optional<XmlElement> child(String... path) {
        Optional<XmlElement> current = Optional.of(this);
        for (String step : path) {
            current = current.flatMap(parent -> parent.children(step).stream().findFirst());
        }
        return current;
    }

    /** Returns a child element that every version of the API has. */
    XmlElement required(String childName) throws IOException {
        return child(childName)
                .orElseThrow(() -> new IOException("The answer has no '" + childName + "' in '" + name() + "'."));
    }

    /** Returns the text of the first element at a path of names; empty if there is none. */
    String text(String... path) {
        return child(path).map(XmlElement::text).orElse("");
    }

    ManagedObject reference() {
        return new ManagedObject(element.getAttribute("type"), text());
    }

    /** Parses an instant of the API, such as {@code 2026-11-26T01:02:03.456789Z}. */
    static Instant instant(String text) throws IOException {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new IOException("The server answers '" + text + "' instead of a time.", e);
        }
    }
}
