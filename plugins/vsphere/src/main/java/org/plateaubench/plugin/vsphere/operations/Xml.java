// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.io.IOException;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads the documents of platforms, which must not contain a document type. */
public final class Xml {
    private Xml() {}

    /** Reads a document. The levels of its elements are bounded by the JDK. */
    public static Document read(InputSource source) throws IOException {
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
}
