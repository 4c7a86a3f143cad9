// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver.transport.hc3;

import com.sun.faban.driver.HttpTransport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Plateau's transport under the name of a class of Faban; it also posts form parts of commons-httpclient 3. */
public class ApacheHC3Transport extends HttpTransport {
    private static final String PART = "org.apache.commons.httpclient.methods.multipart.Part";
    private static final String BOUNDARY = "----------------plateau-4d29c1f7a0b35e86";

    public StringBuilder fetchURL(String url, List<?> parts) throws IOException {
        return fetchURL(url, parts, Map.of());
    }

    public StringBuilder fetchURL(String url, List<?> parts, Map<String, String> headers) throws IOException {
        return fetch(url, body(parts), withType(headers));
    }

    public int readURL(String url, List<?> parts) throws IOException {
        return readURL(url, parts, Map.of());
    }

    public int readURL(String url, List<?> parts, Map<String, String> headers) throws IOException {
        return read(url, body(parts), withType(headers));
    }

    private static Map<String, String> withType(Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.put("Content-Type", "multipart/form-data; boundary=" + BOUNDARY);
        return all;
    }

    /** Returns the parts as commons-httpclient writes them, which is a library of the driver. */
    private static byte[] body(List<?> parts) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try {
            Class<?> part = Class.forName(PART, true, parts.get(0).getClass().getClassLoader());
            Object[] all = parts.toArray((Object[]) Array.newInstance(part, 0));
            part.getMethod("sendParts", OutputStream.class, all.getClass(), byte[].class)
                    .invoke(null, body, all, BOUNDARY.getBytes(StandardCharsets.US_ASCII));
        } catch (InvocationTargetException e) {
            throw new IOException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the parts are not of " + PART + " of commons-httpclient 3.1", e);
        }
        return body.toByteArray();
    }
}
