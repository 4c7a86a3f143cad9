// SPDX-License-Identifier: Apache-2.0
/** What a key of a run file is: the type of its value, from which its reader and its schema follow, its default and its class. */
@NullMarked
package org.plateaubench.engine.config.key;

import org.jspecify.annotations.NullMarked;
