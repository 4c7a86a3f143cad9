// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;
import org.plateaubench.olio.geocode.Geocoder.Place;

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
        boolean isJson = value(query, "format").equals("json");
        byte[] answer = (isJson ? json(found) : xml(found)).getBytes(StandardCharsets.UTF_8);
        response.getHeaders()
                .put(HttpHeader.CONTENT_TYPE, isJson ? "application/json" : "application/xml;charset=utf-8");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
        response.write(true, ByteBuffer.wrap(answer), callback);
        return true;
    }

    private static String value(Fields query, String name) {
        String value = query.getValue(name);
        return value == null ? "" : value;
    }

    /** Returns XML with the names that Yahoo's geocoder of 2008 used. */
    static String xml(Coordinates found) {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ResultSet><Result precision=\"address\"><Latitude>"
                + decimal(found.latitude()) + "</Latitude><Longitude>" + decimal(found.longitude())
                + "</Longitude></Result></ResultSet>\n";
    }

    /** Returns a JSON object of two numbers. */
    private static String json(Coordinates found) {
        return "{\"latitude\":" + decimal(found.latitude()) + ",\"longitude\":" + decimal(found.longitude()) + "}\n";
    }

    private static String decimal(double degrees) {
        return String.format(Locale.ROOT, "%.4f", degrees);
    }
}
