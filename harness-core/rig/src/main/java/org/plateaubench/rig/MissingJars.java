// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.List;

/** The jars that an agent needs for a run; if there are none, the agent is ready. */
record MissingJars(List<String> digests) {}
