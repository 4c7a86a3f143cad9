// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** A connection to an agent. */
public record AgentLink(String agent, Transport<ToAgent, ToController> transport) {}
