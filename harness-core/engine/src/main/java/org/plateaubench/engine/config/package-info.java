// SPDX-License-Identifier: Apache-2.0
/** Text of a run file to a specification; reports all problems with their place. */
@NullMarked
package org.plateaubench.engine.config;

import org.jspecify.annotations.NullMarked;
