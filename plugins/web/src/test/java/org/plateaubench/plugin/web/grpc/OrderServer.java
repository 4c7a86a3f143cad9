// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import io.grpc.Attributes;
import io.grpc.BindableService;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.protobuf.ProtoFileDescriptorSupplier;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.web.grpc.GrpcWorkload.ProtoFiles;

/** A real gRPC server of the service {@code shop.v1.Orders}, optionally with reflection. */
final class OrderServer implements AutoCloseable {
    static final String PROTO = """
            syntax = "proto3";
            package shop.v1;
            import "types/item.proto";
            import "google/protobuf/timestamp.proto";

            enum State { NEW = 0; DONE = 1; }
            message Order {
              string name = 1;
              repeated types.Item items = 2;
              map<string, types.Item> by_name = 3;
              State state = 4;
              google.protobuf.Timestamp placed_at = 5;
              oneof code { int64 number = 6; bool unknown = 7; }
              int32 copies = 8;
            }
            message Placed { int64 id = 1; string name = 2; int32 items = 3; string at = 4; repeated string seen = 5; }
            service Orders {
              rpc Place(Order) returns (Placed);
              rpc Watch(Order) returns (stream Placed);
              rpc Upload(stream Order) returns (Placed);
              rpc Chat(stream Order) returns (stream Placed);
            }
            """;
    static final String ITEM = """
            syntax = "proto3";
            package types;
            message Item { uint32 amount = 1; double price = 2; bytes picture = 3; }
            """;
    static final Map<String, String> PROTOS = Map.of("shop.proto", PROTO, "types/item.proto", ITEM);

    private static final Metadata.Key<String> TRACE = Metadata.Key.of("x-trace", Metadata.ASCII_STRING_MARSHALLER);
    private static final Context.Key<String> CALLER = Context.key("caller");

    private final GrpcTypes types;
    private final Server server;
    private final AtomicInteger connections = new AtomicInteger();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<String> clients = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    /**
     * The injected error: added to the number in each response, and subtracted from the number of responses of a
     * stream.
     */
    private volatile int deviation;

    OrderServer(boolean hasReflection, ServerCredentials credentials) throws Exception {
        types = ProtoFiles.read(PROTOS);
        ServerBuilder<?> builder = Grpc.newServerBuilderForPort(0, credentials)
                .addService(service())
                .intercept(new Callers())
                .addTransportFilter(new ServerTransportFilter() {
                    @Override
                    public Attributes transportReady(Attributes attributes) {
                        connections.incrementAndGet();
                        SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
                        try {
                            if (session != null) {
                                clients.add(session.getPeerPrincipal().getName());
                            }
                        } catch (SSLPeerUnverifiedException e) {
                            // The client has no certificate.
                        }
                        return attributes;
                    }

                    @Override
                    public void transportTerminated(@Nullable Attributes attributes) {
                        connections.decrementAndGet();
                    }
                });
        if (hasReflection) {
            BindableService reflection = ProtoReflectionServiceV1.newInstance();
            builder.addService(reflection);
        }
        server = builder.build().start();
    }

    private ServerServiceDefinition service() {
        MethodDescriptor place = types.method("shop.v1.Orders/Place");
        FileDescriptor file = place.getFile();
        ServiceDescriptor.Builder descriptor = ServiceDescriptor.newBuilder("shop.v1.Orders")
                .setSchemaDescriptor((ProtoFileDescriptorSupplier) () -> file);
        Map<MethodDescriptor, io.grpc.MethodDescriptor<DynamicMessage, DynamicMessage>> methods = new LinkedHashMap<>();
        for (MethodDescriptor method : place.getService().getMethods()) {
            io.grpc.MethodDescriptor<DynamicMessage, DynamicMessage> rpc = io.grpc.MethodDescriptor.newBuilder(
                            ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getInputType())),
                            ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getOutputType())))
                    .setFullMethodName("shop.v1.Orders/" + method.getName())
                    .setType(GrpcCall.type(method))
                    .build();
            methods.put(method, rpc);
            descriptor.addMethod(rpc);
        }
        ServerServiceDefinition.Builder service = ServerServiceDefinition.builder(descriptor.build());
        methods.forEach((method, rpc) ->
                service.addMethod(rpc, ServerCalls.asyncBidiStreamingCall(answers -> new Orders(method, answers))));
        return service.build();
    }

    /** The orders of one call, which are answered at the end of the call with the requested number of copies. */
    private final class Orders implements StreamObserver<DynamicMessage> {
        private final MethodDescriptor method;
        private final StreamObserver<DynamicMessage> answers;
        private final List<DynamicMessage> orders = new CopyOnWriteArrayList<>();
        private final String caller = String.valueOf(CALLER.get());

        Orders(MethodDescriptor method, StreamObserver<DynamicMessage> answers) {
            this.method = method;
            this.answers = answers;
        }

        @Override
        public void onNext(DynamicMessage order) {
            orders.add(order);
        }

        @Override
        public void onError(Throwable failure) {
            received.add("cancelled");
        }

        @Override
        public void onCompleted() {
            try {
                gate.await();
                for (DynamicMessage order : orders) {
                    String json = types.json(order.getDescriptorForType(), order.toByteArray());
                    received.add(method.getName() + " " + caller + " " + json);
                    if (json.contains("\"none\"")) {
                        answers.onError(Status.NOT_FOUND
                                .withDescription("no such order")
                                .asRuntimeException());
                        return;
                    }
                }
                int copies = method.isServerStreaming() ? copies(orders.getFirst()) : 1;
                for (int i = 0; i < copies; i++) {
                    answers.onNext(placed(i));
                }
                answers.onCompleted();
            } catch (IOException | InterruptedException e) {
                answers.onError(e);
            }
        }

        private int copies(DynamicMessage order) {
            return (Integer) order.getField(method.getInputType().findFieldByName("copies")) - deviation;
        }

        private DynamicMessage placed(int number) throws IOException {
            DynamicMessage.Builder placed = DynamicMessage.newBuilder(method.getOutputType());
            types.parser()
                    .merge(
                            "{\"id\": " + (7 + number + deviation) + ", \"name\": \"order " + orders.size()
                                    + "\", \"items\": 3}",
                            placed);
            return placed.build();
        }
    }

    /** Records the metadata of callers, and adds metadata to answers. */
    private static final class Callers implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            String authorization = headers.get(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER));
            Context context = Context.current().withValue(CALLER, authorization + "," + headers.get(TRACE));
            ServerCall<Q, A> answering = new ForwardingServerCall.SimpleForwardingServerCall<>(call) {
                @Override
                public void sendHeaders(Metadata answer) {
                    answer.put(TRACE, "t-1");
                    super.sendHeaders(answer);
                }
            };
            return Contexts.interceptCall(context, answering, headers, next);
        }
    }

    String address() {
        return "localhost:" + server.getPort();
    }

    int connections() {
        return connections.get();
    }

    /** The names in the certificates of clients. */
    List<String> clients() {
        return clients;
    }

    /** Orders as method, caller and JSON. */
    List<String> received() {
        return received;
    }

    /** Answers with the ids of other orders, and with one response of a stream too few. */
    AutoCloseable injectErrors() {
        deviation = 1;
        return () -> deviation = 0;
    }

    /** Answers nothing until the stall is closed. */
    AutoCloseable stall() {
        CountDownLatch closed = new CountDownLatch(1);
        gate = closed;
        return closed::countDown;
    }

    @Override
    public void close() {
        end();
    }

    /** Ends the server and its connections. */
    void end() {
        gate.countDown();
        server.shutdownNow();
        try {
            server.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
