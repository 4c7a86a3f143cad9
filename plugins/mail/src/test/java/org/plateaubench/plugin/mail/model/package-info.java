// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.plateaubench.plugin.mail.model;

import org.jspecify.annotations.NullMarked;
