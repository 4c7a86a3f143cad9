// SPDX-License-Identifier: Apache-2.0
package com.example.shop;

import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** A small shop: a front page, an item, and an order. Started with the number of its port. */
public final class Shop {
    private static final Map<String, String> PAGES = Map.of(
            "/", "<title>Shop</title><a href=/items/2>A lamp</a>",
            "/items/2",
                    "<form id=order method=post action=/order>"
                            + "<input type=hidden name=item value=2><input name=count></form>",
            "/order", "Thank you");

    private Shop() {}

    public static void main(String[] arguments) throws Exception {
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.parseInt(arguments[0]));
        server.addConnector(connector);
        server.setHandler(new Pages());
        server.start();
        System.out.println("The shop is open.");
        server.join();
    }

    private static final class Pages extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            Content.Source.asByteBuffer(request);
            String page = PAGES.get(Request.getPathInContext(request));
            response.setStatus(page == null ? HttpStatus.NOT_FOUND_404 : HttpStatus.OK_200);
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/html;charset=utf-8");
            Content.Sink.write(response, true, page == null ? "There is no such page." : page, callback);
            return true;
        }
    }
}
