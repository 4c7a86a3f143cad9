// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The services and messages of files, from their descriptions. Immutable. */
final class GrpcTypes {
    private final Map<String, ServiceDescriptor> services = new HashMap<>();
    private final JsonFormat.Parser parser;
    private final JsonFormat.Printer printer;

    /**
     * Builds the types.
     *
     * @param files files by name, including all imported ones
     * @throws DescriptorValidationException if they contradict each other
     * @throws IllegalArgumentException if they import each other in a circle; the message is a clause
     */
    GrpcTypes(Map<String, FileDescriptorProto> files) throws DescriptorValidationException {
        Map<String, FileDescriptor> built = new HashMap<>();
        JsonFormat.TypeRegistry.Builder types = JsonFormat.TypeRegistry.newBuilder();
        for (String name : files.keySet()) {
            FileDescriptor file = build(name, files, built, Set.of());
            file.getServices().forEach(service -> services.put(service.getFullName(), service));
            types.add(file.getMessageTypes());
        }
        JsonFormat.TypeRegistry registry = types.build();
        parser = JsonFormat.parser().usingTypeRegistry(registry);
        printer = JsonFormat.printer()
                .usingTypeRegistry(registry)
                .preservingProtoFieldNames()
                .alwaysPrintFieldsWithNoPresence()
                .omittingInsignificantWhitespace();
    }

    private static FileDescriptor build(
            String name,
            Map<String, FileDescriptorProto> files,
            Map<String, FileDescriptor> built,
            Set<String> importers)
            throws DescriptorValidationException {
        FileDescriptor existing = built.get(name);
        if (existing != null) {
            return existing;
        }
        Set<String> path = new TreeSet<>(importers);
        if (!path.add(name)) {
            throw new IllegalArgumentException("files import each other in a circle: " + String.join(", ", path));
        }
        FileDescriptorProto file = files.getOrDefault(name, FileDescriptorProto.getDefaultInstance());
        FileDescriptor[] imported = new FileDescriptor[file.getDependencyCount()];
        for (int i = 0; i < imported.length; i++) {
            imported[i] = build(file.getDependency(i), files, built, path);
        }
        FileDescriptor descriptor = FileDescriptor.buildFrom(file, imported);
        built.put(name, descriptor);
        return descriptor;
    }

    /** The method of a name such as {@code shop.Orders/Place}; null for none. */
    @Nullable
    MethodDescriptor method(String name) {
        int slash = name.indexOf('/');
        ServiceDescriptor service = services.get(name.substring(0, Math.max(0, slash)));
        return service == null ? null : service.findMethodByName(name.substring(slash + 1));
    }

    Set<String> names(String service) {
        Set<String> names = new TreeSet<>();
        services.values().stream()
                .filter(each ->
                        !services.containsKey(service) || each.getFullName().equals(service))
                .flatMap(each -> each.getMethods().stream())
                .forEach(method -> names.add(method.getService().getFullName() + "/" + method.getName()));
        return names;
    }

    JsonFormat.Parser parser() {
        return parser;
    }

    String json(Descriptor type, byte[] message) throws InvalidProtocolBufferException {
        return printer.print(DynamicMessage.parseFrom(type, message));
    }
}
