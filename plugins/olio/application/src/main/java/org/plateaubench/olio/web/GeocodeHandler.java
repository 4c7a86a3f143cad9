// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.plateaubench.olio.geocode.AddressGeocoder;
import org.plateaubench.olio.geocode.Coordinates;
import org.plateaubench.olio.geocode.GeocodeAnswer;
import org.plateaubench.olio.geocode.Place;

/** The geocoder as a service: {@code GET /geocode?street=&city=&state=&zip=}, in XML, or with {@code format=json}. */
public final class GeocodeHandler extends Handler.Abstract.NonBlocking {
    private final AddressGeocoder geocoder = new AddressGeocoder();

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!Request.getPathInContext(request).equals("/geocode")) {
            return false;
        }
        Fields query = Request.extractQueryParameters(request);
        Coordinates found = geocoder.locate(
                new Place(value(query, "street"), value(query, "city"), value(query, "state"), value(query, "zip")));
        boolean json = value(query, "format").equals("json");
        byte[] answer = (json ? GeocodeAnswer.json(found) : GeocodeAnswer.xml(found)).getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, json ? "application/json" : "application/xml;charset=utf-8");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
        response.write(true, ByteBuffer.wrap(answer), callback);
        return true;
    }

    private static String value(Fields query, String name) {
        String value = query.getValue(name);
        return value == null ? "" : value;
    }
}
