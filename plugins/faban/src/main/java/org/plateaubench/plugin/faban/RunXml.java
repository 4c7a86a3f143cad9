// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.namespace.NamespaceContext;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** The values of a benchmark's {@code run.xml}. Thread-safe. */
final class RunXml {
    private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";

    private final Document document;
    private final XPath paths = XPathFactory.newInstance().newXPath();

    private RunXml(Document document) {
        this.document = document;
        paths.setNamespaceContext(new DeclaredPrefixes(document));
    }

    /** Reads a file; the exception has line and column if the file is not XML. */
    static RunXml read(Path file) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature(NO_DOCTYPE, true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return new RunXml(builder.parse(file.toFile()));
        } catch (SAXParseException e) {
            throw new IOException(
                    file + ":" + e.getLineNumber() + ":" + e.getColumnNumber() + ": " + e.getMessage(), e);
        } catch (SAXException | ParserConfigurationException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /** Returns the text at a path; empty if there is none. */
    synchronized String text(String path) throws XPathExpressionException {
        return paths.evaluate(path, document);
    }

    /**
     * Returns the properties of a driver by name. In the file, each property is an element that contains its values,
     * with its name in an attribute or a child.
     */
    synchronized Map<String, List<String>> properties(String driver) {
        Map<String, List<String>> properties = new HashMap<>();
        for (Element property : inConfig(driver, "property")) {
            List<String> values = properties.computeIfAbsent(name(property), name -> new ArrayList<>());
            values.addAll(values(property));
        }
        return properties;
    }

    /** Returns the weights that replace those of a driver's mix, by operation: one, or the row of a matrix. */
    synchronized Map<String, List<Double>> operationMix(String driver) {
        Map<String, List<Double>> rows = new LinkedHashMap<>();
        for (Element row : inConfig(driver, "operationMix")) {
            rows.put(name(row), texts(row, "r").stream().map(Double::valueOf).toList());
        }
        return rows;
    }

    private List<Element> inConfig(String driver, String localName) {
        return elements(document.getDocumentElement(), "driverConfig").stream()
                .filter(config -> config.getAttribute("name").equals(driver))
                .flatMap(config -> elements(config, localName).stream())
                .toList();
    }

    private static String name(Element property) {
        List<String> names = texts(property, "name");
        return names.isEmpty() ? property.getAttribute("name") : names.getFirst();
    }

    private static List<String> values(Element property) {
        List<String> values = texts(property, "value");
        return values.isEmpty() ? List.of(property.getTextContent().strip()) : values;
    }

    private static List<String> texts(Element root, String localName) {
        return elements(root, localName).stream()
                .map(element -> element.getTextContent().strip())
                .toList();
    }

    private static List<Element> elements(Element root, String localName) {
        NodeList found = root.getElementsByTagNameNS("*", localName);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    /** The prefixes that the document declares anywhere, which paths of drivers use. */
    private record DeclaredPrefixes(Document document) implements NamespaceContext {
        @Override
        public String getNamespaceURI(String prefix) {
            return elements(document.getDocumentElement(), "*").stream()
                    .map(element -> element.lookupNamespaceURI(prefix))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(XMLConstants.NULL_NS_URI);
        }

        @Override
        public String getPrefix(String uri) {
            return "";
        }

        @Override
        public Iterator<String> getPrefixes(String uri) {
            return List.<String>of().iterator();
        }
    }
}
