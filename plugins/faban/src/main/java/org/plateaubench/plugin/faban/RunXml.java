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
import java.util.stream.Stream;
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

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or with line and column if it is not XML
     */
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
        configs(driver)
                .flatMap(config -> elements(config, "property").stream())
                .forEach(property -> properties
                        .computeIfAbsent(name(property), name -> new ArrayList<>())
                        .addAll(values(property)));
        return properties;
    }

    /** Returns the weights that replace those of a driver's mix, by operation: one, or the row of a matrix. */
    synchronized Map<String, List<Double>> operationMix(String driver) {
        Map<String, List<Double>> rows = new LinkedHashMap<>();
        configs(driver)
                .flatMap(config -> elements(config, "operationMix").stream())
                .forEach(row -> rows.put(
                        name(row),
                        elements(row, "r").stream()
                                .map(weight ->
                                        Double.valueOf(weight.getTextContent().strip()))
                                .toList()));
        return rows;
    }

    private Stream<Element> configs(String driver) {
        return elements(document.getDocumentElement(), "driverConfig").stream()
                .filter(config -> config.getAttribute("name").equals(driver));
    }

    private static String name(Element property) {
        List<Element> names = elements(property, "name");
        return names.isEmpty()
                ? property.getAttribute("name")
                : names.getFirst().getTextContent().strip();
    }

    private static List<String> values(Element property) {
        List<Element> values = elements(property, "value");
        return values.isEmpty()
                ? List.of(property.getTextContent().strip())
                : values.stream().map(value -> value.getTextContent().strip()).toList();
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
