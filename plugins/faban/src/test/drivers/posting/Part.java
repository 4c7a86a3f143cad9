// SPDX-License-Identifier: Apache-2.0
package org.apache.commons.httpclient.methods.multipart;
public class Part {
    private final String text;
    public Part(String text) { this.text = text; }
    public static void sendParts(java.io.OutputStream out, Part[] parts, byte[] boundary) throws java.io.IOException {
        for (Part part : parts) { out.write(part.text.getBytes()); }
    }
}
