// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.mail.dav;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** Parses XML of requests: small, without a document type, and without external entities. */
final class RequestXml {
    private static final DocumentBuilderFactory FACTORY = hardened();
    private static final int DEPTH_AT_MOST = 64;

    private RequestXml() {}

    private static DocumentBuilderFactory hardened() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
            factory.setNamespaceAware(true);
            factory.setXIncludeAware(false);
            factory.setExpandEntityReferences(false);
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
            factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "");
            factory.setAttribute("jdk.xml.maxElementDepth", Integer.toString(DEPTH_AT_MOST));
            return factory;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this JVM's XML parser cannot be made safe", e);
        }
    }

    /** Returns the root of a request's body. */
    static Element root(byte[] body) throws DavRefusal {
        try {
            DocumentBuilder builder;
            synchronized (FACTORY) {
                builder = FACTORY.newDocumentBuilder();
            }
            builder.setErrorHandler(new Strict());
            return builder.parse(new ByteArrayInputStream(body)).getDocumentElement();
        } catch (SAXException | IOException e) {
            throw new DavRefusal(DavNames.BAD_REQUEST);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("this JVM's XML parser cannot be made", e);
        }
    }

    static boolean is(@Nullable Element element, QName name) {
        return element != null
                && name.getLocalPart().equals(element.getLocalName())
                && name.getNamespaceURI().equals(element.getNamespaceURI());
    }

    /** Returns the child elements of an element. */
    static List<Element> children(Element parent) {
        List<Element> children = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                children.add(element);
            }
        }
        return children;
    }

    /** Returns the first child element of a name; null when there is none. */
    static @Nullable Element child(Element parent, QName name) {
        for (Element child : children(parent)) {
            if (is(child, name)) {
                return child;
            }
        }
        return null;
    }

    /** Returns the names in the {@code prop} of an element; empty without one. */
    static List<QName> properties(Element parent) {
        List<QName> names = new ArrayList<>();
        Element prop = child(parent, DavNames.dav("prop"));
        if (prop != null) {
            for (Element property : children(prop)) {
                String namespace = property.getNamespaceURI();
                names.add(new QName(namespace == null ? "" : namespace, property.getLocalName()));
            }
        }
        return names;
    }

    /** Replaces the parser's default, which writes errors to standard error. */
    private static final class Strict implements ErrorHandler {
        @Override
        public void warning(SAXParseException e) {
            // Warnings are ignored.
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }
    }
}
